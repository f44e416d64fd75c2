import { type Static, Type } from 'typebox'
import { AviatorChain } from './aviator.ts'
import { endpoint } from './endpoint.ts'
import { Instant, literals, strict } from './schemas.ts'

export const AdminAviatorChain = Type.Object({
  ...AviatorChain.properties,
  /** Waiting: for its block. Ready: it is flown when the one before is used up. Dropped: its block had come too early. */
  state: literals(['waiting', 'ready', 'flying', 'used', 'dropped']),
  /** Unused links of the chain; those of a waiting chain do not count yet. */
  roundsLeft: Type.Integer(),
  /** Block readings of a waiting chain: the last one of each administrator. */
  entries: Type.Array(Type.Object({ isOwn: Type.Boolean(), enteredAt: Instant })),
})
export type AdminAviatorChain = Static<typeof AdminAviatorChain>

export const listAdminAviatorChains = endpoint({
  method: 'GET',
  path: '/api/admin/aviator/chains',
  summary: 'The chains that rounds take their seeds from, newest first, and how long they last',
  access: 'admin',
  capability: 'admin:games',
  responses: {
    200: Type.Object({
      /** Rounds left on chains with a salt. At zero no round starts. */
      roundsLeft: Type.Integer(),
      /** With this many left the next chain is due: its block takes half a day to come. */
      commitBelow: Type.Integer(),
      items: Type.Array(AdminAviatorChain),
    }),
  },
  errors: [],
})

/** Written in one way only: it is compared with the one that was published. */
const BlockHeight = Type.String({ pattern: '^[1-9][0-9]{0,14}$' })

export const commitAviatorChain = endpoint({
  method: 'POST',
  path: '/api/admin/aviator/chains',
  summary: 'Commit a new chain of rounds to a block that does not exist yet',
  access: 'admin',
  capability: 'admin:games',
  body: Type.Object(
    {
      beacon: literals(['bitcoin']),
      height: BlockHeight,
    },
    strict,
  ),
  responses: { 201: AviatorChain },
  errors: ['NOT_ALLOWED'],
})

export const enterAviatorSalt = endpoint({
  method: 'POST',
  path: '/api/admin/aviator/chains/{id}/salt',
  summary: "Enter the chain's block by its height and header; the same entry of a second admin salts the chain",
  access: 'admin',
  capability: 'admin:games',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  body: Type.Object(
    {
      height: BlockHeight,
      /** 80 bytes: hash, time and work of the block follow from it. */
      header: Type.String({ pattern: '^[0-9a-f]{160}$' }),
    },
    strict,
  ),
  responses: { 200: AviatorChain },
  errors: [
    'NOT_ALLOWED',
    'AVIATOR_CHAIN_NOT_FOUND',
    'AVIATOR_SALT_FIXED',
    'AVIATOR_SALT_HEIGHT',
    'AVIATOR_SALT_BLOCK',
    'AVIATOR_SALT_EARLY',
    'AVIATOR_SALT_DIFFERS',
  ],
})
