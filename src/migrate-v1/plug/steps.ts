export const steps = [{ inDoubt: 'migrate-v1 after-restore', elsewhere: 'migrate-v1 cutover' }] as const;
