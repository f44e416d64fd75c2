/** Something that we need does not serve now: answered with 503, and the request may come again (OPS-06). */
export class DependencyUnavailable extends Error {}
