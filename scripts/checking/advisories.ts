/** The part of an advisory in the OSV format that the check reads (https://ossf.github.io/osv-schema). */
export type Advisory = {
  readonly id: string
  readonly modified: string
  readonly withdrawn?: string
  readonly summary?: string
  readonly affected?: readonly Affected[]
}
type Affected = {
  readonly package?: { readonly ecosystem: string; readonly name: string }
  readonly versions?: readonly string[]
  readonly ranges?: readonly { readonly type: string; readonly events: readonly RangeEvent[] }[]
}
type RangeEvent = { readonly introduced?: string; readonly fixed?: string; readonly last_affected?: string }

export type LockedPackage = {
  readonly name: string
  readonly version: string
  /** Whether the product ships it; otherwise it is a development tool. */
  readonly isShipped: boolean
}
export type Finding = LockedPackage & { readonly id: string; readonly summary: string }

type LockEntry = {
  readonly name?: string
  readonly version?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
}

/** The packages of a `package-lock.json`, without the workspaces. */
export function lockedPackages(lock: {
  readonly packages: { readonly [path: string]: LockEntry }
}): readonly LockedPackage[] {
  const marker = 'node_modules/'
  return Object.entries(lock.packages).flatMap(([path, { name, version, dev, devOptional }]) =>
    path.includes(marker) && version !== undefined
      ? [
          {
            name: name ?? path.slice(path.lastIndexOf(marker) + marker.length),
            version,
            isShipped: dev !== true && devOptional !== true,
          },
        ]
      : [],
  )
}

/** The locked packages that the advisory affects. */
export function findingsOf(
  { id, withdrawn, summary = '', affected = [] }: Advisory,
  packagesByName: ReadonlyMap<string, readonly LockedPackage[]>,
): readonly Finding[] {
  if (withdrawn !== undefined) return []
  const found = new Set<LockedPackage>()
  for (const each of affected) {
    if (each.package?.ecosystem !== 'npm') continue
    for (const locked of packagesByName.get(each.package.name) ?? []) {
      if (isAffected(locked.version, each)) found.add(locked)
    }
  }
  return [...found].map((locked) => ({ ...locked, id, summary }))
}

const isAffected = (version: string, { versions = [], ranges = [] }: Affected): boolean =>
  versions.includes(version) || ranges.some(({ type, events }) => type !== 'GIT' && isInRange(version, events))

/** Each event has a version. The latest event up to this version decides. */
function isInRange(version: string, events: readonly RangeEvent[]): boolean {
  const steps = events.map(({ introduced, fixed, last_affected: last }) => ({
    at: introduced ?? fixed ?? last ?? '0',
    starts: introduced !== undefined,
    isIncluded: last === undefined,
  }))
  let isIn = false
  for (const { at, starts, isIncluded } of steps.toSorted((one, other) => compareVersions(one.at, other.at))) {
    const order = compareVersions(version, at)
    if (order > 0 || (order === 0 && isIncluded)) isIn = starts
  }
  return isIn
}

/** The order of semantic versions: negative, zero or positive. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [partsOf(one), partsOf(other)]
  for (let at = 0; at < 3; at++) {
    const difference = (first.numbers[at] ?? 0) - (second.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  if (first.pre.length === 0 || second.pre.length === 0) return second.pre.length - first.pre.length
  for (let at = 0; at < Math.max(first.pre.length, second.pre.length); at++) {
    const order = compareIdentifiers(first.pre[at], second.pre[at])
    if (order !== 0) return order
  }
  return 0
}

function partsOf(version: string) {
  const [release = ''] = version.split('+')
  const dash = release.indexOf('-')
  const core = dash < 0 ? release : release.slice(0, dash)
  return {
    numbers: core.split('.').map(Number),
    pre: dash < 0 ? [] : release.slice(dash + 1).split('.'),
  }
}

/** Numbers come before texts, and a shorter pre-release before a longer one. */
function compareIdentifiers(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return one === other ? 0 : one === undefined ? -1 : 1
  const [first, second] = [one, other].map((each) => /^\d+$/.test(each))
  if (first && second) return Number(one) - Number(other)
  if (first !== second) return first ? -1 : 1
  return one === other ? 0 : one < other ? -1 : 1
}
