/** Every migration in order. A migration is never edited after it has landed. */
import { CreateCore } from './20261121000000-create-core.ts';
import { SendingOnce } from './20261121100000-sending-once.ts';
import { MediaDuration } from './20261121200000-media-duration.ts';
import { RateLimit } from './20261121210000-rate-limit.ts';
import { TagsAndSeries } from './20261121220000-tags-and-series.ts';
import { AddAccounts } from './20261122000000-add-accounts.ts';
import { RenameCoinedColumns } from './20261122100000-rename-coined-columns.ts';
import { OwnGroup } from './20261122190000-own-group.ts';
import { KeepUploads } from './20261122200000-keep-uploads.ts';
import { MayBeOut } from './20261122210000-may-be-out.ts';
import { SharedWaits } from './20261123030000-shared-waits.ts';
import { PostCreator } from './20261123041500-post-creator.ts';
import { LanguageOfPeople } from './20261123095000-language-of-people.ts';
import { Compositions } from './20261123101500-add-compositions.ts';
import { LibraryAndPostingTimes } from './20261123110000-library-and-posting-times.ts';
import { AnnounceChanges } from './20261123221500-announce-changes.ts';
import { AnnounceDrafts } from './20261124001500-announce-drafts.ts';
import { MetricDays } from './20261124011500-metric-days.ts';
import { OrganizationApps } from './20261124021500-organization-apps.ts';
import { CollectNumbers } from './20261124031500-collect-numbers.ts';
import { V1Ownership } from './20261124050000-ownership-v1.ts';
import { MediaOfDrafts } from './20261123231500-media-of-drafts.ts';

export const migrations = [
  { name: '20261121000000-create-core', class: CreateCore },
  { name: '20261121100000-sending-once', class: SendingOnce },
  { name: '20261121200000-media-duration', class: MediaDuration },
  { name: '20261121210000-rate-limit', class: RateLimit },
  { name: '20261121220000-tags-and-series', class: TagsAndSeries },
  { name: '20261122000000-add-accounts', class: AddAccounts },
  { name: '20261122100000-rename-coined-columns', class: RenameCoinedColumns },
  { name: '20261122190000-own-group', class: OwnGroup },
  { name: '20261122200000-keep-uploads', class: KeepUploads },
  { name: '20261122210000-may-be-out', class: MayBeOut },
  { name: '20261123030000-shared-waits', class: SharedWaits },
  { name: '20261123041500-post-creator', class: PostCreator },
  { name: '20261123095000-language-of-people', class: LanguageOfPeople },
  { name: '20261123101500-add-compositions', class: Compositions },
  { name: '20261123110000-library-and-posting-times', class: LibraryAndPostingTimes },
  { name: '20261123221500-announce-changes', class: AnnounceChanges },
  { name: '20261123231500-media-of-drafts', class: MediaOfDrafts },
  { name: '20261124001500-announce-drafts', class: AnnounceDrafts },
  { name: '20261124011500-metric-days', class: MetricDays },
  { name: '20261124021500-organization-apps', class: OrganizationApps },
  { name: '20261124031500-collect-numbers', class: CollectNumbers },
  { name: '20261124050000-ownership-v1', class: V1Ownership },
];
