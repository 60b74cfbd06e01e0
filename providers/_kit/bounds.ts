/** The time bounds that providers keep to (temporal/bounds.ts). */
export { PROCESSING_MS, uploadMs } from '../../temporal/bounds.ts';
