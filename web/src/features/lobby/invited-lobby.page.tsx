/** To come. */
export function Component() {
  return null;
}
