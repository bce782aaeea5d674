/** For the tests of the build; see build-client.mjs. */
export function buildClient(options?: {
  root?: string;
  build?: (root: string, folder: string, version: string) => Promise<void>;
}): Promise<boolean>;
