import type { EnvironmentReader } from './config-reader.js';

/** What the configuration says about the content service, if there is one. */
export interface ContentConfig {
  contentUrl: string | undefined;
  contentImageOrigins: string[];
}

/** Reads where the content service is, and from where else it may name pictures. */
export function readContent(from: EnvironmentReader): ContentConfig {
  const contentUrl = from.optional('CONTENT_URL');
  if (contentUrl !== undefined && !isPlainAddress(contentUrl, ['http:', 'https:'])) {
    from.refuse('CONTENT_URL', 'must be an address that begins with http:// or https:// and holds no user or password');
  }
  const origins = (from.optional('CONTENT_IMAGE_ORIGINS') ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
  if (origins.every(isOrigin)) return { contentUrl, contentImageOrigins: origins.map((one) => new URL(one).origin) };
  from.refuse('CONTENT_IMAGE_ORIGINS', 'must be origins such as https://pictures.example, with commas between them');
  return { contentUrl, contentImageOrigins: [] };
}

function isOrigin(value: string): boolean {
  return isPlainAddress(value, ['https:']) && new URL(value).href === `${new URL(value).origin}/`;
}

function isPlainAddress(value: string, protocols: string[]): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocols.includes(protocol) && username === '' && password === '';
}
