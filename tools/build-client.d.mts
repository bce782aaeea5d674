/** Types for the tests of build-client.mjs. */
export function buildClient(options?: {
  root?: string;
  build?: (root: string, folder: string, version: string) => Promise<void>;
}): Promise<boolean>;
