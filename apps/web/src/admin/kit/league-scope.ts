import { leagueName } from '../../shared/format/game-texts.ts'

/** `scopeText('Uganda/Premier League')` → "Uganda · Premier League" */
export function scopeText(scope: string): string {
  const slash = scope.indexOf('/')
  return leagueName(scope.slice(slash + 1), scope.slice(0, slash) || null)
}
