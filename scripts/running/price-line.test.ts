import { MARKET_IDS } from '@mupiira/domain/markets/types.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { isHeader, pricedLine } from './price-line.ts'

const sum = (market: Readonly<Record<string, number>> | undefined): number =>
  Object.values(market ?? {}).reduce((a, b) => a + b, 0)

describe('pricing a line', () => {
  it('[MKT-33] [MKT-34] pricing a line of odds returns the fitted model and the fair probability of every selection of every market', () => {
    const line = pricedLine('2.10,3.40,3.60,1.90,1.90', 'house')
    if ('error' in line) throw new Error(line.error)
    const { fit, probabilities } = line
    expect(fit).toMatchObject({ kind: 'score', version: 2, homeRate: expect.any(Number) })
    expect(Object.keys(probabilities)).toEqual([...MARKET_IDS])
    expect(probabilities['over_under']?.['over_2.5']).toBeCloseTo(0.5, 9)
    expect(sum(probabilities['1x2'])).toBeCloseTo(1, 9)
    expect(sum(probabilities['ht_ft'])).toBeCloseTo(3, 9)
    expect(probabilities['btts']).toEqual({ yes: expect.any(Number), no: expect.any(Number) })
    expect(Object.keys(probabilities['asian_handicap'] ?? {})).toContain('home_-1.5')
    // The line-ups are unknown.
    expect(probabilities['anytime_scorer']).toEqual({})
  })

  it('[MKT-34] pricing a line of odds uses the given rulebook', () => {
    const [house, industry] = [pricedLine('2.10,3.40,3.60', 'house'), pricedLine('2.10,3.40,3.60', 'industry')]
    if ('error' in house || 'error' in industry) throw new Error('both are prices')
    expect(sum(industry.probabilities['draw_no_bet'])).toBeCloseTo(1, 9)
    expect(sum(house.probabilities['draw_no_bet'])).toBeGreaterThan(1.2)
    expect(sum(industry.probabilities['ht_ft'])).toBeCloseTo(1, 9)
  })

  it('[MKT-33] pricing a line of odds uses the totals line only if it is given', () => {
    const without = pricedLine('2.10,3.40,3.60', 'house')
    expect(pricedLine('2.10,3.40,3.60,,', 'house')).toEqual(without)
    expect(pricedLine('2.10,3.40,3.60,1.50,2.60', 'house')).not.toEqual(without)
    expect(pricedLine('"2.10", 3.40 ,3.60\r'.trim(), 'house')).toEqual(without)
  })

  it.each([
    [''],
    ['2.1,3.4'],
    ['2.1,3.4,3.6,1.9'],
    ['2.1,3.4,3.6,1.9,1.9,7'],
    ['2.1,,3.6'],
    ['2.1,3.4,1'],
    ['2.1,3.4,-3.6'],
    ['2.1,3.4,Infinity'],
    ['2.1,3.4,1e400'],
    ['2.1,3.4,3.6,1.9,'],
    ['Arsenal,Chelsea,2.1'],
  ])('[MKT-40] pricing a line rejects %j as a line of odds', (text) => {
    expect(pricedLine(text, 'house')).toEqual({ error: expect.stringMatching(/./) })
  })

  it('pricing lines of odds maps columns by the names in a header line', () => {
    expect(isHeader('home,draw,away,over25,under25')).toBe(true)
    expect(isHeader('\uFEFF"home_close","draw_close","away_close"')).toBe(true)
    expect(isHeader('2.1,3.4,3.6')).toBe(false)
    expect(isHeader('nonsense')).toBe(false)
  })
})

describe('npm run -s price', () => {
  const command = (...args: readonly string[]) =>
    spawn(process.execPath, [join(import.meta.dirname, '../price.ts'), ...args])

  it('[MKT-33] npm run -s price returns a result per line before the input ends, and continues after an invalid line', async () => {
    const child = command()
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const next = async (): Promise<Record<string, unknown>> => JSON.parse((await answers.next()).value as string)
    child.stdin.write('home,draw,away,over25,under25\n2.10,3.40,3.60\n')
    expect(await next()).toHaveProperty('probabilities')
    child.stdin.write('rain\n1.30,5.50,11,1.60,2.40\n')
    expect(await next()).toHaveProperty('error')
    const fit = ((await next()) as { fit: { homeRate: number; awayRate: number } }).fit
    expect(fit.homeRate).toBeGreaterThan(fit.awayRate * 2)
    child.stdin.end()
    expect((await answers.next()).done).toBe(true)
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(0)
  })

  it('[MKT-33] npm run -s price rejects an unknown rulebook', async () => {
    const child = command('--rulebook', 'poker')
    let usage = ''
    child.stderr.on('data', (chunk: Buffer) => (usage += chunk))
    const [code] = (await once(child, 'close')) as [number]
    expect([code, usage]).toEqual([2, expect.stringContaining('--rulebook house|industry')])
  })
})
