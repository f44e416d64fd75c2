/** The screen of each kind of subject. */
const FILES: { readonly [kind: string]: string } = {
  user: '/admin/users/',
  game: '/admin/games/',
  bet: '/admin/bets?view=',
  payment: '/admin/transactions?view=',
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type Subject = {
  readonly kind: string
  /** The end of an id, where ids differ. A name is unchanged. */
  readonly short: string
  readonly href: string | null
}

/** `subjectOf('user:0199…ff0001')` → user, …ffff0001, and its screen. */
export function subjectOf(subject: string): Subject {
  const at = subject.indexOf(':')
  const [kind, id] = at === -1 ? ['', subject] : [subject.slice(0, at), subject.slice(at + 1)]
  const isId = UUID.test(id)
  const file = FILES[kind]
  return { kind, short: isId ? `…${id.slice(-8)}` : id, href: isId && file !== undefined ? `${file}${id}` : null }
}
