/** The time bounds that providers keep to (temporal/contract/bounds.ts). */
export { PROCESSING_MS, uploadMs } from '../../temporal/contract/bounds.ts';
