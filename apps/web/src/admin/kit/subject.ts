import { settingName } from '@mupiira/domain/settings/texts.ts'

/** The path prefix of the detail screen, by kind of subject. */
const DETAIL_PATHS: { readonly [kind: string]: string } = {
  user: '/admin/users/',
  game: '/admin/games/',
  bet: '/admin/bets?view=',
  payment: '/admin/transactions?view=',
  visitor: '/admin/chat/',
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type Subject = {
  readonly kind: string
  /** The last 8 characters of an id; a name in full. */
  readonly short: string
  readonly href: string | null
}

/** `subjectOf('user:0199…ff0001')` → kind `user`, short `…ffff0001`, and the address of its detail screen. */
export function subjectOf(subject: string): Subject {
  const at = subject.indexOf(':')
  const [kind, id] = at === -1 ? ['', subject] : [subject.slice(0, at), subject.slice(at + 1)]
  const isId = UUID.test(id)
  const path = DETAIL_PATHS[kind]
  const name = kind === 'setting' ? settingName(id) : id
  return { kind, short: isId ? `…${id.slice(-8)}` : name, href: isId && path !== undefined ? `${path}${id}` : null }
}
