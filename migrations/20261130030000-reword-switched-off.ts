import { Migration } from '@mikro-orm/migrations';

const reworded = (before: string, after: string): string =>
  `update webhook set disabled_reason = '${after}' where disabled_reason = '${before}'`;
const BEFORE = 'somebody switched it off';
const AFTER = 'it was switched off';

/** `webhook.disabled_reason`: what a person switched off is recognised by this text (`SWITCHED_OFF`). */
export class RewordSwitchedOff extends Migration {
  override up(): void {
    this.addSql(reworded(BEFORE, AFTER));
  }

  override down(): void {
    this.addSql(reworded(AFTER, BEFORE));
  }
}
