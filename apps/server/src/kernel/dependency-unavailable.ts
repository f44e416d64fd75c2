/** A service that the request needs is down. The client gets 503 and may retry (OPS-06). */
export class DependencyUnavailable extends Error {}
