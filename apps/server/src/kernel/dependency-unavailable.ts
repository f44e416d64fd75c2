/** A service that the request needs is down: answered with 503, and the client may retry (OPS-06). */
export class DependencyUnavailable extends Error {}
