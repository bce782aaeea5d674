/**
 * The name of a build, from the address of its first script: every build has another one. A golfer reads it to support.
 * "development" for sources that were not built.
 */
export function buildName(script: string | undefined): string {
  return /-([\w-]{8})\.js$/.exec(script ?? '')?.[1] ?? 'development';
}
