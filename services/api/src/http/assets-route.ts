/** Route of the web client's assets, by which their requests are distinguished in limits and in the log. */
export const ASSETS_ROUTE = '/assets/*';
