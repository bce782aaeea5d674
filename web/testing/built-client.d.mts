/**
 * The pages whose code the built client asks for at an address before it runs itself, as `features/home/home.page`. For specs of
 * the client, which has no files; `token` is what the phone has stored.
 */
export function pagesAskedFor(pathname: string, token: string | null): string[];

/** The script files that the built page requests while it is parsed, before its first paint. */
export function scriptsOfThePage(): string[];
