/** Route of the web client's assets, which limits and the request log treat separately. */
export const ASSETS_ROUTE = '/assets/*';
