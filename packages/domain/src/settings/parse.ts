import { sortedLeagues } from '../in-play/league-rules.ts'
import { readPaymentRoutes } from '../payments/providers.ts'
import { FURTHER_PREFIXES } from '../phone/carriers.ts'
import { err, exhaustive, ok } from '../result.ts'
import type { Result } from '../result.ts'
import { DEFAULT_SETTINGS, isSettingKey, settingRule } from './catalogue.ts'
import type { SettingRule } from './rules.ts'
import type { InPlayLeagues, InPlayMargin, OverroundPercent, SettingKey, Settings } from './types.ts'

export type SettingError = 'WRONG_TYPE' | 'OUT_OF_RANGE' | 'UNKNOWN_CHOICE' | 'WRONG_FORMAT' | 'CONTRADICTION'

/** The default limit of a text. */
const MAX_TEXT_CHARACTERS = 100

/** Parses a stored string. Text that starts with a quote or a brace is JSON (ADMS-10). */
export function parseStoredText(text: string): unknown {
  const trimmed = text.trim()
  if (!trimmed.startsWith('"') && !trimmed.startsWith('{')) return trimmed
  try {
    return JSON.parse(trimmed)
  } catch {
    return trimmed
  }
}

/**
 * Parses and validates the stored string of a setting. `parseSettingValue('max_daily_bets', '60')` → 60; `'-1'` →
 * OUT_OF_RANGE
 */
export function parseSettingValue<K extends SettingKey>(key: K, text: string): Result<Settings[K], SettingError> {
  return checkSettingValue(key, parseStoredText(text))
}

/** Validates a value, as JSON or text, by the rule of its setting. */
export function checkSettingValue<K extends SettingKey>(key: K, value: unknown): Result<Settings[K], SettingError> {
  const rule: SettingRule = settingRule(key)
  const read = readByKind(key, rule, value)
  return read as Result<Settings[K], SettingError>
}

/** The stored string of a value (ADMS-10). */
export function storedText<K extends SettingKey>(value: Settings[K]): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Reads all settings from stored rows. Unknown rows are ignored; missing or unreadable values use the default. */
export function settingsFrom(
  rows: Iterable<{ readonly key: string; readonly value: string }>,
  defaults: Settings = DEFAULT_SETTINGS,
): Settings {
  const settings: Record<string, unknown> = { ...defaults }
  for (const row of rows) {
    if (!isSettingKey(row.key)) continue
    const parsed = parseSettingValue(row.key, row.value)
    if (parsed.ok) settings[row.key] = parsed.value
  }
  return settings as unknown as Settings
}

/** Rules between settings: no minimum may exceed its maximum. */
export function checkSettingsTogether(settings: Settings): Result<Settings, 'CONTRADICTION'> {
  const ordered =
    settings.minimum_withdrawal <= settings.maximum_withdrawal &&
    Math.max(settings.min_bet_amount, settings.first_bet_minimum, settings.later_bet_minimum) <=
      settings.max_bet_amount &&
    // A higher stake could only lose, because the payout is capped.
    settings.max_bet_amount <= settings.max_payout &&
    settings.max_in_play_stake <= settings.max_in_play_payout &&
    settings.aviator_max_win <= settings.aviator_max_round
  return ordered ? ok(settings) : err('CONTRADICTION')
}

function readByKind(key: SettingKey, rule: SettingRule, value: unknown): Result<unknown, SettingError> {
  switch (rule.kind) {
    case 'boolean':
      if (value === true || value === 'true') return ok(true)
      return value === false || value === 'false' ? ok(false) : err('WRONG_TYPE')
    case 'integer':
    case 'decimal':
      return readNumber(rule, value)
    case 'choice':
      return typeof value === 'string' && rule.choices?.includes(value) ? ok(value) : err('UNKNOWN_CHOICE')
    case 'text':
      return readText(rule, value)
    case 'json':
      if (key === 'payment_routes') return readRoutes(value)
      if (key === 'carrier_prefixes') return readPrefixes(value)
      if (key === 'in_play_leagues') return readLeagues(value)
      return key === 'overround'
        ? readPercentages(rule, value, DEFAULT_SETTINGS.overround)
        : readPercentages(rule, value, DEFAULT_SETTINGS.in_play_margin)
    default:
      return exhaustive(rule.kind)
  }
}

const withoutGroups = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,3}(,\d{3}){1,4}$/.test(value) ? value.replaceAll(',', '') : value

function readNumber(rule: SettingRule, value: unknown): Result<number, SettingError> {
  // Accepts thousands separators such as "1,500" for integers only, because a comma can be a decimal point elsewhere.
  const text = rule.kind === 'integer' ? withoutGroups(value) : value
  const isText = typeof text === 'string' && /^-?\d{1,15}(\.\d{1,2})?$/.test(text)
  const number = isText ? Number(text) : text
  if (typeof number !== 'number' || !Number.isFinite(number)) return err('WRONG_TYPE')
  if (rule.kind === 'integer' && !Number.isSafeInteger(number)) return err('WRONG_TYPE')
  // Accepts at most two decimals, so that percentages and odds are exact hundredths.
  if (Math.round(number * 100) / 100 !== number) return err('WRONG_TYPE')
  return withinRange(rule, number) ? ok(number) : err('OUT_OF_RANGE')
}

const withinRange = (rule: SettingRule, number: number): boolean =>
  number >= (rule.min ?? -Infinity) && number <= (rule.max ?? Infinity)

function readText(rule: SettingRule, value: unknown): Result<string, SettingError> {
  if (typeof value !== 'string') return err('WRONG_TYPE')
  const { pattern, maxCharacters = MAX_TEXT_CHARACTERS } = rule
  return value.length <= maxCharacters && (pattern?.test(value) ?? true) ? ok(value) : err('WRONG_FORMAT')
}

// A missing market or group uses the default, so that a single margin can change.
function readPercentages(
  rule: SettingRule,
  value: unknown,
  defaults: OverroundPercent | InPlayMargin,
): Result<unknown, SettingError> {
  if (!isRecord(value)) return err('WRONG_TYPE')
  for (const [name, percent] of Object.entries(value)) {
    if (!Object.hasOwn(defaults, name) || typeof percent !== 'number' || !Number.isFinite(percent))
      return err('WRONG_TYPE')
    if (!withinRange(rule, percent)) return err('OUT_OF_RANGE')
  }
  return ok({ ...defaults, ...value })
}

function readRoutes(value: unknown): Result<unknown, SettingError> {
  const routes = isRecord(value) ? readPaymentRoutes(value) : null
  return routes === null ? err('WRONG_TYPE') : ok(routes)
}

// A missing carrier uses the default, so that prefixes stored before a carrier was added stay valid.
function readPrefixes(value: unknown): Result<unknown, SettingError> {
  if (!isRecord(value)) return err('WRONG_TYPE')
  const isPrefixList = (list: unknown): boolean =>
    Array.isArray(list) && list.length <= 50 && list.every((p) => typeof p === 'string' && /^0\d{2}$/.test(p))
  const isKnown = ([carrier, list]: [string, unknown]): boolean =>
    Object.hasOwn(FURTHER_PREFIXES, carrier) && isPrefixList(list)
  return Object.entries(value).every(isKnown) ? ok({ ...FURTHER_PREFIXES, ...value }) : err('WRONG_TYPE')
}

const MAX_LEAGUES = 100
const MAX_SCOPE_CHARACTERS = 160

/** Each league has the ranges of the general settings. */
function readLeagues(value: unknown): Result<InPlayLeagues, SettingError> {
  if (!isRecord(value)) return err('WRONG_TYPE')
  const leagues = Object.entries(value)
  if (leagues.length > MAX_LEAGUES) return err('OUT_OF_RANGE')
  for (const [scope, rules] of leagues) {
    if (!scope.includes('/') || scope.length > MAX_SCOPE_CHARACTERS || !isRecord(rules)) return err('WRONG_TYPE')
    const { delaySeconds, margin = {}, ...others } = rules
    if (Object.keys(others).length > 0) return err('WRONG_TYPE')
    const points = readPercentages(settingRule('in_play_margin'), margin, DEFAULT_SETTINGS.in_play_margin)
    if (!points.ok) return err(points.error)
    if (delaySeconds === undefined) continue
    if (typeof delaySeconds !== 'number' || !Number.isInteger(delaySeconds)) return err('WRONG_TYPE')
    if (!withinRange(settingRule('bet_delay_seconds'), delaySeconds)) return err('OUT_OF_RANGE')
  }
  return ok(sortedLeagues(value as InPlayLeagues))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
