import { multiplierText } from '@mupiira/domain/aviator/bet-rules.ts'

/** A multiplier of the API as players see it. `timesText(2.5)` → "2.50x" */
export const timesText = (multiplier: number): string => `${multiplierText(Math.round(multiplier * 100))}x`
