/** The line about the Temporal server while it is being built. */
const number = new Intl.NumberFormat('en-GB');

export const temporal = {
  label: 'Publishing',
  preparing:
    'The Temporal server is being prepared, which happens only once. Posts are stored, and published when it is ready.',
  failed: 'The Temporal server could not be started. Posts are stored, and published once it is running.',
  failedHelp: 'The operator sees the reason here, and with npm run crier -- doctor.',
  progress: 'Temporal server: progress',
  steps: {
    looking: 'Checking what has to be built',
    waiting: 'Another process is building it',
    fetching: (done: number, total: number): string =>
      `${number.format(done)} of ${number.format(total)} modules fetched`,
    building: (done: number, total: number): string =>
      `${number.format(done)} of ${number.format(total)} packages compiled`,
    linking: 'Linking, nearly done',
    downloading: 'Downloading',
    starting: 'Starting',
  },
  left: (seconds: number): string => {
    const minutes = Math.ceil(seconds / 60);
    return minutes <= 1 ? 'less than a minute left' : `about ${minutes} minutes left`;
  },
} as const;
