import { listUserTimeline } from '@mupiira/contract/user-timeline.ts'
import { TIMELINE_KIND_NAMES, TIMELINE_KINDS, type TimelineKind } from '@mupiira/domain/access/timeline-kinds.ts'
import { may } from '../../../kernel/http/access/actor.ts'
import { INVALID_CURSOR } from '../../../kernel/http/input/cursor-page.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Audit } from '../../audit/index.ts'
import { type Identity, recordReading } from '../../identity/index.ts'
import { presentEvent } from './present-event.ts'
import { readTimeline, type TimelineCursor } from './timeline.ts'

type TimelineDeps = {
  readonly audit: Audit['commands']
  readonly identity: Pick<Identity, 'profiles'>
}

const PAGE = 20

/** The timeline of a player: events of all modules in one list. */
export const timelineRoutes = ({ db }: Pick<Kernel, 'db'>, { audit, identity }: TimelineDeps): readonly Route[] => [
  route(listUserTimeline, async (call) => {
    const { actor, params, query } = call
    const { id } = params
    if (!isId(id) || (await identity.profiles.byId(id)) === null) return { error: 'USER_NOT_FOUND' }
    const after = query.cursor === undefined ? null : readCursor(query.cursor)
    if (after === undefined) return INVALID_CURSOR
    const kinds: TimelineKind[] = TIMELINE_KIND_NAMES.filter((kind) => may(actor, TIMELINE_KINDS[kind].needs))
    const chosen = query.kind === undefined ? kinds : kinds.filter((kind) => kind === query.kind)
    const { items, next } = await readTimeline(
      db,
      id,
      { kinds: chosen, after, limit: query.pageSize ?? PAGE },
      call.now,
    )
    const names = await identity.profiles.fullNames(items.flatMap(({ by }) => by ?? []))
    await recordReading({ audit, db }, call, id)
    const events = items.map((row) => presentEvent(row, names))
    return { status: 200, body: { items: events, nextCursor: next && writeCursor(next), kinds } }
  }),
]

/** `2026-11-21T12:00:00.000000Z,bet,<id>`. */
const writeCursor = ({ at, kind, id }: TimelineCursor): string => `${at},${kind},${id}`

/** Undefined for a cursor that this server did not issue. */
function readCursor(text: string): TimelineCursor | undefined {
  const [, at = '', kind = '', id = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z),([a-z]+),([\w:-]{1,64})$/.exec(text) ?? []
  const time = new Date(at)
  // PostgreSQL refuses 30 February. `Date` converts it to 2 March.
  const isTime = !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === at.slice(0, 19)
  const known: TimelineKind | undefined = TIMELINE_KIND_NAMES.find((each) => each === kind)
  return isTime && known !== undefined ? { at, kind: known, id } : undefined
}
