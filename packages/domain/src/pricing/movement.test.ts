import { describe, expect, it } from 'vitest'
import { limitedMovement, MOVEMENT_STEP_MS, movedParams, movementStep, NO_MOVEMENT, stepNumber } from './movement.ts'
import { scoreParams } from './test-prices.ts'
import type { WinnerParams } from './types.ts'

const WINNER: WinnerParams = { kind: 'winner', version: 1, home: 0.5, draw: 0.2, away: 0.3 }

describe('the movement of prices', () => {
  it('[MKT-36] random bytes shift each goal rate by at most two percent, each with its own four bytes', () => {
    const bytes = Uint8Array.of(9, 0, 0, 0, 0, 255, 255, 255, 255).subarray(1)
    expect(movementStep(bytes)).toEqual({ home: -0.02, away: expect.closeTo(0.02, 12) })
    const middle = movementStep(Uint8Array.of(128, 0, 0, 0, 64, 0, 0, 0))
    expect(middle.home).toBeCloseTo(0, 9)
    expect(middle.away).toBeCloseTo(-0.01, 9)
  })

  it('[MKT-35] a step lasts 30 seconds', () => {
    expect(stepNumber(new Date(7 * MOVEMENT_STEP_MS))).toBe(7)
    expect(stepNumber(new Date(8 * MOVEMENT_STEP_MS - 1))).toBe(7)
  })

  it('[MKT-35] without movement the model is the base', () => {
    const params = scoreParams({ home: 0.47, draw: 0.27, away: 0.26 })
    expect(movedParams(params, NO_MOVEMENT)).toBe(params)
    expect(movedParams(WINNER, NO_MOVEMENT)).toBe(WINNER)
  })

  it('[MKT-35] a shift multiplies the goal rate of its side only', () => {
    const params = scoreParams({ home: 0.47, draw: 0.27, away: 0.26 })
    expect(movedParams(params, { home: 0.02, away: 0 })).toEqual({
      ...params,
      homeRate: expect.closeTo(params.homeRate * 1.0202, 4),
    })
    expect(movedParams(params, { home: 0, away: -0.02 })).toEqual({
      ...params,
      awayRate: expect.closeTo(params.awayRate * 0.9802, 4),
    })
  })

  it('[MKT-35] [MKT-45] without a score model a shift changes the odds between the teams, and the chances sum to one', () => {
    const moved = movedParams(WINNER, { home: 0.02, away: -0.01 }) as WinnerParams
    expect(moved.home + moved.draw + moved.away).toBeCloseTo(1, 12)
    expect(moved.home / moved.away).toBeCloseTo((0.5 / 0.3) * Math.exp(0.03), 12)
    expect(moved.home / moved.draw).toBeCloseTo((0.5 / 0.2) * Math.exp(0.02), 12)
  })

  it.each([
    ['a small movement is kept', 204, 200, 0.45, 204],
    ['at most 3 % above the base', 220, 201, 0.45, 207],
    ['at most 3 % below the base', 190, 201, 0.45, 195],
    ['not above the fair odds', 206, 200, 0.495, 202],
    ['never below a base above the fair odds', 206, 200, 0.6, 200],
  ])('[MKT-35] a moved price: %s', (_, moved, base, probability, expected) => {
    expect(limitedMovement(moved, base, probability)).toBe(expected)
  })
})
