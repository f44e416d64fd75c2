import { settingRule } from './catalogue.ts'
import type { SettingRule } from './rules.ts'
import type { SettingKey, Settings } from './types.ts'

/**
 * Whether one member of staff may make this change alone (ADMT-30). `isAllowedAlone('betting_enabled', true, false)`
 */
export function isAllowedAlone<K extends SettingKey>(key: K, before: Settings[K], after: Settings[K]): boolean {
  const { mayChangeAlone }: SettingRule = settingRule(key)
  switch (mayChangeAlone) {
    case 'nothing':
      return false
    case 'everything':
      return true
    case 'switching-off':
      return after === false || after === 'off'
    case 'switching-on':
      return after === true || after === 'on'
    case 'lowering':
      return after < before
    case 'raising':
      return after > before
    case 'removing':
      return areShortened(before, after)
  }
}

type Lists = Readonly<Record<string, readonly string[]>>

/** Whether entries were only removed from lists: none was added, and the order of the others is the same. */
function areShortened(before: unknown, after: unknown): boolean {
  const [old, now] = [before as Lists, after as Lists]
  return Object.entries(now).every(([name, list]) => {
    const kept = (old[name] ?? []).filter((entry) => list.includes(entry))
    return kept.length === list.length && kept.every((entry, at) => entry === list[at])
  })
}
