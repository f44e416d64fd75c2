import { memo, type ReactNode } from 'react'

/** Stripes from top to bottom, or from left to right. */
const rows = (...colours: readonly string[]): ReactNode =>
  colours.map((fill, at) => (
    <rect key={at} fill={fill} y={(12 / colours.length) * at} width="18" height={12 / colours.length} />
  ))
const columns = (...colours: readonly string[]): ReactNode =>
  colours.map((fill, at) => (
    <rect key={at} fill={fill} x={(18 / colours.length) * at} width={18 / colours.length} height="12" />
  ))
const shape = (d: string, fill: string): ReactNode => <path key={d} d={d} fill={fill} />
const ST_GEORGE = 'M7.5 0h3v4.5h7.5v3h-7.5v4.5h-3v-4.5h-7.5v-3h7.5z'
const STAR = 'M9 3.5l.7 2h2.1l-1.7 1.3.6 2-1.7-1.2-1.7 1.2.6-2-1.7-1.3h2.1z'

/** Simplified flags of the countries whose leagues are offered. */
const FLAGS: Readonly<Record<string, ReactNode>> = {
  Uganda: [
    rows('#000', '#fcdc04', '#d90000', '#000', '#fcdc04', '#d90000'),
    <circle key="crane" cx="9" cy="6" r="2" fill="#fff" />,
  ],
  Kenya: [rows('#000', '#b00', '#060'), shape('M0 3.5h18v.7h-18zM0 7.8h18v.7h-18z', '#fff')],
  Tanzania: [
    shape('M0 0h18L0 12z', '#1eb53a'),
    shape('M18 0v12H0z', '#00a3dd'),
    shape('M13.5 0H18v3L4.5 12H0V9z', '#fcd116'),
    shape('M14.7 0H18v2.2L3.3 12H0V9.8z', '#000'),
  ],
  Rwanda: [rows('#00a1de', '#00a1de', '#fad201', '#20603d')],
  Ghana: [rows('#ce1126', '#fcd116', '#006b3f'), shape(STAR, '#000')],
  Nigeria: [columns('#008751', '#fff', '#008751')],
  'South Africa': [
    rows('#de3831', '#fff', '#002395'),
    shape('M0 0l7 4.5h11v3H7L0 12z', '#007a4d'),
    shape('M0 2.5 5.2 6 0 9.5z', '#000'),
  ],
  Egypt: [rows('#ce1126', '#fff', '#000')],
  England: [rows('#fff'), shape(ST_GEORGE, '#ce1124')],
  Scotland: [
    rows('#005eb8'),
    shape('M0 0h2.5L9 4.5 15.5 0H18v1.7L11.5 6l6.5 4.3V12h-2.5L9 7.5 2.5 12H0v-1.7L6.5 6 0 1.7z', '#fff'),
  ],
  Spain: [rows('#aa151b', '#f1bf00', '#f1bf00', '#aa151b')],
  Italy: [columns('#009246', '#fff', '#ce2b37')],
  Germany: [rows('#000', '#d00', '#ffce00')],
  France: [columns('#0055a4', '#fff', '#ef4135')],
  Netherlands: [rows('#ae1c28', '#fff', '#21468b')],
  Belgium: [columns('#000', '#fae042', '#ed2939')],
  Portugal: [columns('#060', '#060', '#f00', '#f00', '#f00')],
}

export const hasFlag = (country: string): boolean => country in FLAGS

/** The flag of a league's country, as decoration. Competitions without a known country have no flag. */
export const Flag = memo(function Flag({ country }: { readonly country: string | null }) {
  const flag = country === null ? undefined : FLAGS[country]
  if (flag === undefined) return null
  return (
    <svg viewBox="0 0 18 12" aria-hidden="true" className="h-3 w-4.5 shrink-0 rounded-[2px] outline outline-line">
      {flag}
    </svg>
  )
})
