/** Stands in for a style sheet in tests. */
export const rules = [];
