import { sql } from 'kysely'
import { STAFF_ACCOUNT_ROLES } from '@mupiira/domain/access/capabilities.ts'
import {
  MAX_RECOVERY_MESSAGES,
  MAX_RECOVERY_MESSAGES_FROM_ALL_NETWORKS,
  RECOVERY_LIFETIME_MS,
  MESSAGE_LIMIT_PERIOD_MS,
  secondsUntilNextSent,
} from '@mupiira/domain/identity/recovery.ts'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import { dueIds, type LeaseParams, leaseFor } from '../../../kernel/jobs/queue.ts'
import { hashToken } from '../sessions/tokens.ts'

/**
 * `sms`, `email`: a new password. `login`: a login from an unknown device. `address`: confirms a recovery address.
 * `changed`: reports a changed address. `recovered`: reports a recovery by SMS.
 */
export type MessageKind = 'sms' | 'email' | 'login' | 'address' | 'changed' | 'recovered'

type NewRequest = {
  id: string
  kind: MessageKind
  recipient: string
  tokenHash: Buffer
  codeHash: Buffer | null
  unsent: string
  userId: string | null
  network: string | null
  now: Date
}
const insert = statement((p: Params<NewRequest>) =>
  q.insertInto('recovery_requests').values({
    id: p.id,
    kind: p.kind,
    recipient: p.recipient,
    token_hash: p.tokenHash,
    code_hash: p.codeHash,
    unsent: p.unsent,
    user_id: p.userId,
    network: p.network,
    next_at: p.now,
    created_at: p.now,
  }),
)

/** Stores a message that a job sends. */
export const insertRequest = (
  tx: Tx,
  request: {
    readonly kind: MessageKind
    readonly recipient: string
    readonly token: string
    readonly code?: { readonly text: string; readonly hash: Buffer }
    readonly userId?: string
    /** The network of the client that requested the message. */
    readonly network?: string
  },
  now: Date,
): Promise<number> =>
  tx.change(
    insert({
      id: newId(),
      kind: request.kind,
      recipient: request.recipient,
      tokenHash: hashToken(request.token),
      codeHash: request.code?.hash ?? null,
      unsent: request.code?.text ?? request.token,
      userId: request.userId ?? null,
      network: request.network ?? null,
      now,
    }),
  )

const lock = statement(
  (p: Params<{ subject: string }>) => sql`
  select pg_advisory_xact_lock(hashtextextended(${p.subject}, 20))`,
)

/** Serializes concurrent requests for one recipient or account, so that each counts the earlier ones. */
export const lockRecipient = (tx: Tx, subject: string): Promise<unknown> => tx.run(lock({ subject }))

type Sent = { kind: MessageKind; recipient: string; userId: string | null; since: Date; limit: number }
const sentTimes = statement((p: Params<Sent>) =>
  q
    .selectFrom('recovery_requests')
    .select(['created_at', 'network'])
    .where('kind', '=', p.kind)
    .where(sql<boolean>`(recipient = ${p.recipient} or user_id = ${p.userId}::uuid)`)
    .where('created_at', '>', p.since)
    .orderBy('created_at', 'desc')
    .limit(p.limit),
)

/**
 * Seconds until another message of this kind may be sent to the recipient, or by the account if given; 0: now. A
 * network has its own limit, and all networks together have a larger one.
 */
export async function secondsUntilNext(
  tx: Tx,
  search: {
    readonly kind: MessageKind
    readonly recipient: string
    readonly userId?: string
    readonly network?: string
  },
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - MESSAGE_LIMIT_PERIOD_MS)
  const { kind, recipient, userId = null, network } = search
  const sent = await tx.run(
    sentTimes({ kind, recipient, userId, since, limit: MAX_RECOVERY_MESSAGES_FROM_ALL_NETWORKS }),
  )
  const secondsFor = (rows: typeof sent, max: number) =>
    secondsUntilNextSent(
      rows.map((row) => row.created_at),
      now,
      max,
    )
  if (network === undefined) return secondsFor(sent, MAX_RECOVERY_MESSAGES)
  const own = sent.filter((row) => row.network === network)
  return Math.max(secondsFor(own, MAX_RECOVERY_MESSAGES), secondsFor(sent, MAX_RECOVERY_MESSAGES_FROM_ALL_NETWORKS))
}

const endOpen = statement((p: Params<{ userId: string; kinds: readonly string[]; now: Date }>) =>
  q
    .updateTable('recovery_requests')
    .set({ used_at: p.now, unsent: null, next_at: null })
    .where('user_id', '=', p.userId)
    .where(sql<boolean>`kind = any(${p.kinds})`)
    .where('used_at', 'is', null)
    .returning('id'),
)

/** Ends the open requests of an account of these kinds. Returns their ids. */
export const endRequests = async (
  db: Sql,
  userId: string,
  kinds: readonly MessageKind[],
  now: Date,
): Promise<ReadonlySet<string>> => new Set((await db.run(endOpen({ userId, kinds, now }))).map(({ id }) => id))

/** Ends all open codes and links of an account after a password change. */
export const endRecoveries = (tx: Tx, userId: string, now: Date): Promise<ReadonlySet<string>> =>
  endRequests(tx, userId, ['sms', 'email', 'login', 'address'], now)

export type OpenRequest = {
  readonly id: string
  readonly codeHash: Buffer | null
  readonly userId: string | null
  readonly isStaff: boolean
  readonly phoneNumber: string | null
}

const openByToken = statement((p: Params<{ tokenHash: Buffer; kind: MessageKind; since: Date }>) =>
  q
    .selectFrom('recovery_requests as r')
    .leftJoin('profiles as p', 'p.id', 'r.user_id')
    .select(['r.id', 'r.code_hash as codeHash', 'r.user_id as userId'])
    .select(sql<boolean>`coalesce(p.role = ${anyOf(STAFF_ACCOUNT_ROLES)}, false)`.as('isStaff'))
    .select(
      sql<string | null>`coalesce(p.phone_number, case when r.kind = 'sms' then r.recipient end)`.as('phoneNumber'),
    )
    .where('r.token_hash', '=', p.tokenHash)
    .where('r.kind', '=', p.kind)
    .where('r.used_at', 'is', null)
    .where('r.created_at', '>', p.since),
)

/** The open request of a browser's or link's token. */
export const openRequest = async (
  db: Sql,
  token: string,
  kind: 'sms' | 'email',
  now: Date,
): Promise<OpenRequest | null> =>
  (await db.first(openByToken({ tokenHash: hashToken(token), kind, since: validSince(now) }))) ?? null

const openCodes = statement((p: Params<{ recipient: string; since: Date; maxAttempts: number }>) =>
  q
    .selectFrom('recovery_requests')
    .select(['id', 'code_hash as codeHash', 'user_id as userId'])
    .where('kind', '=', 'login')
    .where('recipient', '=', p.recipient)
    .where('used_at', 'is', null)
    .where('created_at', '>', p.since)
    .where('attempts', '<', p.maxAttempts),
)

/** The login codes of a number that are valid. */
export const openLoginCodes = (db: Sql, recipient: string, since: Date, maxAttempts: number) =>
  db.run(openCodes({ recipient, since, maxAttempts }))

const addTry = statement((p: Params<{ id: string; step: number; maxAttempts: number }>) =>
  q
    .updateTable('recovery_requests')
    .set({ attempts: sql`attempts + ${p.step}` })
    .where('id', '=', p.id)
    .where('attempts', '<', p.maxAttempts)
    .where('used_at', 'is', null),
)

/** Counts an attempt; false if the limit is reached. */
export const recordAttempt = async (db: Sql, id: string, maxAttempts: number): Promise<boolean> =>
  (await db.change(addTry({ id, step: 1, maxAttempts }))) > 0

/** Undoes the count of a correct attempt. */
export const undoAttempt = (db: Sql, id: string, maxAttempts: number): Promise<number> =>
  db.change(addTry({ id, step: -1, maxAttempts: maxAttempts + 1 }))

const confirm = statement((p: Params<{ tokenHash: Buffer; now: Date; since: Date }>) =>
  q
    .updateTable('recovery_requests')
    .set({ used_at: p.now, unsent: null, next_at: null })
    .where('token_hash', '=', p.tokenHash)
    .where('kind', '=', 'address')
    .where('used_at', 'is', null)
    .where('created_at', '>', p.since)
    .returning(['user_id as userId', 'recipient as email']),
)

/** Uses the token of a confirmation link; null for an invalid or used one. */
export async function consumeAddressToken(
  tx: Tx,
  token: string,
  now: Date,
): Promise<{ readonly userId: string; readonly email: string } | null> {
  const used = await tx.first(confirm({ tokenHash: hashToken(token), now, since: validSince(now) }))
  return used === undefined || used.userId === null ? null : { userId: used.userId, email: used.email }
}

const waiting = statement((p: Params<{ userId: string; since: Date }>) =>
  q
    .selectFrom('recovery_requests')
    .select(['recipient as email', 'created_at as createdAt'])
    .where('user_id', '=', p.userId)
    .where('kind', '=', 'address')
    .where('used_at', 'is', null)
    .where('created_at', '>', p.since)
    .orderBy('created_at', 'desc')
    .limit(1),
)

/** The address that waits for confirmation as the recovery address of an account. */
export const pendingAddress = (db: Sql, userId: string, now: Date) =>
  db.first(waiting({ userId, since: validSince(now) }))

export type DueMessage = {
  readonly id: string
  readonly kind: MessageKind
  readonly recipient: string
  readonly unsent: string
  readonly userId: string | null
  readonly sendAttempts: number
}

/** The lease of a message. It is longer than the timeouts of both adapters. */
const LEASE_MS = 30_000

const takeDue = statement((p: Params<LeaseParams>) =>
  q
    .updateTable('recovery_requests')
    .set({ next_at: p.leaseEndsAt })
    .where('id', '=', dueIds('recovery_requests', p))
    .returning(['id', 'kind', 'recipient', 'unsent', 'user_id as userId', 'send_attempts as sendAttempts'])
    .$narrowType<DueMessage>(),
)

/** Takes due messages under a lease. */
export const takeDueMessages = (db: Sql, now: Date, limit: number): Promise<DueMessage[]> =>
  db.run(takeDue(leaseFor(LEASE_MS, now, limit)))

export type Owner = { readonly id: string; readonly phoneNumber: string }

const ownerById = statement((p: Params<{ userId: string }>) =>
  q.selectFrom('profiles').select(['id', 'phone_number as phoneNumber']).where('id', '=', p.userId),
)

/** The account that a message is about. */
export const messageOwner = async (db: Sql, userId: string | null): Promise<Owner | null> =>
  userId === null ? null : ((await db.first(ownerById({ userId }))) ?? null)

const selectOwners = () =>
  q
    .selectFrom('profiles as p')
    .innerJoin('credentials as c', 'c.user_id', 'p.id')
    .select(['p.id', 'p.phone_number as phoneNumber', 'c.changed_at as changedAt'])
    .limit(2)
    .forShare()
const ownersByPhone = statement((p: Params<{ recipient: string }>) =>
  selectOwners().where('p.phone_number', '=', p.recipient),
)
const ownersByEmail = statement((p: Params<{ recipient: string }>) =>
  selectOwners().where(sql<boolean>`lower(p.email) = ${p.recipient}`),
)
const assign = statement((p: Params<{ id: string; userId: string; changedAt: Date }>) =>
  q
    .updateTable('recovery_requests')
    .set({ user_id: p.userId })
    .where('id', '=', p.id)
    .where('used_at', 'is', null)
    .where('created_at', '>=', p.changedAt),
)

/**
 * Assigns a request to the account with its number, or to the only account with its confirmed address (AUTH-38). Runs
 * before sending, so that a password or address change also cancels unsent requests. A request older than the current
 * password is assigned to no account.
 */
export async function assignOwner(tx: Tx, { id, kind, recipient }: DueMessage): Promise<Owner | null> {
  const find = kind === 'email' ? ownersByEmail : ownersByPhone
  const [owner, another] = await tx.run(find({ recipient }))
  if (owner === undefined || another !== undefined) return null
  const isAssigned = (await tx.change(assign({ id, userId: owner.id, changedAt: owner.changedAt }))) === 1
  return isAssigned ? owner : null
}

const retry = statement((p: Params<{ id: string; nextAt: Date }>) =>
  q
    .updateTable('recovery_requests')
    .set({ send_attempts: sql`send_attempts + 1`, next_at: p.nextAt })
    .where('id', '=', p.id)
    .where('used_at', 'is', null),
)

/** Schedules another attempt. A cancelled request is not sent again. */
export const sendAgain = (db: Sql, id: string, nextAt: Date): Promise<number> => db.change(retry({ id, nextAt }))

const finish = statement((p: Params<{ id: string; sentAt: Date | null }>) =>
  q.updateTable('recovery_requests').set({ next_at: null, unsent: null, sent_at: p.sentAt }).where('id', '=', p.id),
)

/** Ends the sending of a message. `sentAt`: null if it was not sent. */
export const finishSending = (db: Sql, id: string, sentAt: Date | null): Promise<number> =>
  db.change(finish({ id, sentAt }))

const prune = statement((p: Params<{ before: Date }>) =>
  q.deleteFrom('recovery_requests').where('created_at', '<', p.before),
)
export const pruneRecoveries = (db: Sql, now: Date): Promise<number> =>
  db.change(prune({ before: new Date(now.getTime() - RETENTION.recoveries.ms) }))

const validSince = (now: Date): Date => new Date(now.getTime() - RECOVERY_LIFETIME_MS)
