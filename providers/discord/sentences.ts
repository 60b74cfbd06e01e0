/** What this network alone refuses, in English and in German. */
export const english = {
  discord_files_too_large: 'The files have {bytes:number} bytes together; this server allows {max:number}',
  discord_file_too_large: 'The file has {size:number} bytes; this server allows {max:number}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  discord_files_too_large: 'Die Dateien haben zusammen {bytes} Bytes; dieser Server erlaubt {max}',
  discord_file_too_large: 'Die Datei hat {size} Bytes; dieser Server erlaubt {max}',
};
