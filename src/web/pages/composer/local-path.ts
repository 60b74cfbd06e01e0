import { API_ORIGIN } from '../../api/origin.ts';

/**
 * The URL of an upload where this page finds the API: the page's policy lets a canvas read, and a picture
 * load, from there, under any name of the instance.
 */
export function localPath(url: string): string {
  if (!URL.canParse(url, location.origin)) return url;
  const { pathname, origin } = new URL(url, location.origin);
  return /\/uploads\//.test(pathname) ? API_ORIGIN + pathname : origin + pathname;
}
