import { FAR_VIDEO, instagramTable } from '../_shared/instagram/fixtures/table.ts';
import { testNetwork } from '../_kit/test-network.ts';
import { instagramStandalone } from './index.ts';

testNetwork(instagramStandalone, {
  ...instagramTable,
  accepts: [
    ...instagramTable.accepts,
    ['a sound, which is not used', { settings: { audio: { id: '1234567890' } } }],
    [
      'a sound for a story, which is not used',
      { settings: { post_type: 'story', audio: { id: '1234567890' } } },
    ],
  ],
  rejects: [
    ...instagramTable.rejects,
    ['a video at an address that Instagram cannot reach', FAR_VIDEO, 'value.0.image'],
  ],
});
