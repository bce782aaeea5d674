export default async function globalTeardown() {
  await globalThis.fairmarkPostgres.remove();
}
