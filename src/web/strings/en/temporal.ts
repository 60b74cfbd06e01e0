/** Of the line about Temporal's server, while it is being built. */
const number = new Intl.NumberFormat('en-GB');

export const temporal = {
  label: 'Publishing',
  preparing: "Temporal's server is being prepared, once. Posts are stored, and go out when it is ready.",
  failed: "Temporal's server could not be started. Posts are stored, and go out when it runs.",
  failedHelp: 'Whoever runs this instance sees the reason here, and with npm run crier -- doctor.',
  progress: "Temporal's server: how much is done",
  steps: {
    looking: 'Looking at what has to be built',
    waiting: 'Another start is building it',
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
