import { prefixFields } from '@mupiira/domain/phone/carriers.ts'
import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Money, literals, strict } from './schemas.ts'

/** The settings that the app displays. */
export const PublicSettings = Type.Object({
  bettingEnabled: Type.Boolean(),
  maintenanceMode: Type.Boolean(),
  jackpotEnabled: Type.Boolean(),
  minBetAmount: Money,
  maxBetAmount: Money,
  maxPayout: Money,
  maxDailyBets: Type.Integer(),
  minimumWithdrawal: Money,
  maximumWithdrawal: Money,
  firstDepositRule: literals(['balance', 'history']),
  minimumAge: Type.Integer(),
  /** Empty if players cannot call. */
  supportPhone: Type.String(),
  supportEmail: Type.String(),
  ninRequired: Type.Boolean(),
  passwordMinLength: Type.Integer(),
  bonusMinOdds: Type.Number(),
  /** Return to player of Aviator, in percent. */
  aviatorRtp: Type.Number(),
  oddsFormat: literals(['decimal', 'fractional', 'american']),
  settlementRulebook: literals(['house', 'industry']),
  bookingCodeSharing: literals(['owner', 'anyone']),
  /** True if players can bet on live games. */
  inPlayBetting: Type.Boolean(),
  /** The general delay of a bet on a live game, in seconds. Its league, its player and a late feed can change it. */
  betDelaySeconds: Type.Integer(),
  ...prefixFields(() => Type.Array(Type.String())),
  /** True if a simulator replaces a provider. Screens then show a ribbon. */
  demoMoney: Type.Boolean(),
  /** The address of the simulated phones; null outside the demo. */
  handsetUrl: Type.Union([Type.String(), Type.Null()]),
})
export type PublicSettings = Static<typeof PublicSettings>

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'Public settings',
  access: 'public',
  sameForAll: true,
  responses: { 200: PublicSettings },
  errors: [],
})

/** Server-sent events; frames are described in events.ts. */
export const stream = endpoint({
  method: 'GET',
  path: '/api/stream',
  summary: 'Live updates as server-sent events; Last-Event-ID resumes',
  access: 'public',
  perMinute: 120,
  perMinuteOfNetwork: 24_000,
  query: Type.Object(
    {
      topics: Type.Optional(Type.String({ maxLength: 4500 })),
      lastEventId: Type.Optional(Type.String({ maxLength: 40 })),
    },
    strict,
  ),
  responses: { 200: Type.String() },
  errors: ['NOT_AUTHENTICATED', 'NOT_ALLOWED', 'ACCOUNT_SUSPENDED', 'ACCOUNT_BANNED'],
})
