/**
 * The address of an upload on this origin: the page's policy lets a canvas read, and a picture load, from
 * here, whatever name the instance gave itself.
 */
export function localPath(address: string): string {
  if (!URL.canParse(address, location.origin)) return address;
  const { pathname, origin } = new URL(address, location.origin);
  return /\/uploads\//.test(pathname) ? pathname : origin + pathname;
}
