/**
 * The pages whose code the built client requests at an address before it runs, as `features/home/home.page`. For specs
 * of the client, which may not read files; `token` is what the phone has stored.
 */
export function pagesAskedFor(pathname: string, token: string | null): string[];

/** The script files that the built page requests while it is parsed, before its first paint. */
export function scriptsOfThePage(): string[];

/** Whether browsers may translate the built page. */
export function isTranslatable(): boolean;
