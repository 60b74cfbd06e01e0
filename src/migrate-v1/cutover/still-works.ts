import { ApiError } from '../../platform/errors.ts';

/** v1 shows a sign of work although it was said to be stopped. */
export class StillWorks extends ApiError {
  constructor(sign: string) {
    super('invalid_request', {
      inEnglish: `v1 is still working: ${sign}. Stop its containers, wait two minutes, and repeat this`,
    });
  }
}
