type Counts = { readonly selections: number; readonly favourable: number }

/** `shareText({ selections: 40, favourable: 3 })` → "7.5 %" */
export const shareText = ({ selections, favourable }: Counts): string =>
  selections === 0 ? '–' : `${((favourable / selections) * 100).toFixed(1)} %`

/** `chanceText(12_345)` → "1 in 12,345" */
export const chanceText = (oneIn: number): string =>
  oneIn <= 1 ? 'likely' : oneIn >= 1_000_000 ? 'under 1 in 1,000,000' : `1 in ${oneIn.toLocaleString('en-UG')}`
