import { Migration } from '@mikro-orm/migrations';

/** How the video of an upload is encoded: `{codec, audio, frameRate}`; null for pictures and older videos. */
export class VideoEncodings extends Migration {
  override up(): void {
    this.addSql('alter table media add video jsonb');
  }

  override down(): void {
    this.addSql('alter table media drop column video');
  }
}
