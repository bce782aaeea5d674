/**
 * The pages whose code the built client asks for at an address before it runs itself, as `features/home/home.page`. For specs of
 * the client, which has no files; `token` is what the phone has stored.
 */
export function pagesAskedFor(pathname: string, token: string | null): string[];
