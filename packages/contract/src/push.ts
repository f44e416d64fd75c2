import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { literals, nullable, strict } from './schemas.ts'

/** The kinds of push messages. There is no marketing kind. */
export const PushKind = literals(['bets', 'payments', 'support'])
export type PushKind = Static<typeof PushKind>
const PushKinds = Type.Array(PushKind, { minItems: 1, maxItems: 3, uniqueItems: true })

/** A browser's `PushSubscription.toJSON()`. */
const PushSubscriptionForm = Type.Object(
  {
    endpoint: Type.String({ minLength: 10, maxLength: 1_000 }),
    keys: Type.Object(
      { p256dh: Type.String({ minLength: 80, maxLength: 100 }), auth: Type.String({ minLength: 16, maxLength: 48 }) },
      strict,
    ),
  },
  strict,
)

export const showPush = endpoint({
  method: 'GET',
  path: '/api/push',
  summary: 'The subscription key for browsers, and the message kinds of this device',
  access: 'player',
  responses: {
    200: Type.Object({
      /** Null if push messages are not configured. */
      publicKey: nullable(Type.String()),
      /** Null if this device has no subscription. */
      kinds: nullable(PushKinds),
    }),
  },
  errors: [],
})

export const subscribePush = endpoint({
  method: 'PUT',
  path: '/api/push',
  summary: 'Subscribe this device to push messages until its session ends',
  access: 'player',
  perMinute: 30,
  body: Type.Object(
    {
      subscription: PushSubscriptionForm,
      /** If omitted, the device keeps its kinds, and a new device gets all kinds. */
      kinds: Type.Optional(PushKinds),
    },
    strict,
  ),
  responses: { 200: Type.Object({ kinds: PushKinds }) },
  errors: ['PUSH_UNAVAILABLE', 'PUSH_NOT_ACCEPTED'],
})

export const unsubscribePush = endpoint({
  method: 'DELETE',
  path: '/api/push',
  summary: 'Unsubscribe this device from push messages',
  access: 'player',
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: [],
})
