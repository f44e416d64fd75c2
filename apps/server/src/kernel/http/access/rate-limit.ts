import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { requestLimitOf } from '@mupiira/contract/request-limits.ts'
import { networkOf } from '../../access/network.ts'
import type { RateLimiter, RateLimits } from '../../access/rate-limits.ts'

export type EndpointLimitDeps = {
  readonly rateLimits: RateLimits
  readonly config: { readonly rateLimitFactor: number }
}

/** Counts requests by the limit of their operation per minute. Visitors may have another limit than accounts. */
export function endpointLimit(endpoint: Endpoint, name: string, { rateLimits, config }: EndpointLimitDeps) {
  const { sharedName, perMinute, perMinuteOfNetwork } = requestLimitOf(endpoint)
  const limiter = (nameSuffix: string, points: number): RateLimiter =>
    sharedName === null
      ? rateLimits.limiter(`${name}${nameSuffix}`, points * config.rateLimitFactor)
      : rateLimits.local(`${sharedName}${nameSuffix}`, points * config.rateLimitFactor)
  const [ofAccounts, ofNetworks] = [limiter('', perMinute), limiter(' of a network', perMinuteOfNetwork)]
  return (request: FastifyRequest) =>
    (request.actor.kind === 'visitor' ? ofNetworks : ofAccounts).consume(limitKey(request))
}

/** Accounts are limited by id, visitors by network. A staff session without its second factor has a separate limit. */
export function limitKey({ actor, ip }: FastifyRequest): string {
  if (actor.kind === 'visitor') return networkOf(ip)
  return actor.staff?.secondFactor === 'owed' ? `${actor.userId} owed` : actor.userId
}
