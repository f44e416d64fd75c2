type IconProps = { readonly className?: string; readonly strokeWidth?: number }

/** Lucide icons (ISC licence) as single paths, so that the first page loads no icon library. */
export const icon = (d: string) =>
  function Icon({ className, strokeWidth = 2 }: IconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
        className={className}
      >
        <path d={d} />
      </svg>
    )
  }

export const Bell = icon(
  'M10.268 21a2 2 0 0 0 3.464 0M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326',
)
/** The diamond suit of playing cards. */
export const CardSuit = icon('M12 2l7 10-7 10-7-10z')
export const ChevronDown = icon('M6 9l6 6 6-6')
export const ChevronRight = icon('M9 6l6 6-6 6')
export const CloudOff = icon(
  'M10.94 5.274A7 7 0 0 1 15.71 10h1.79a4.5 4.5 0 0 1 4.222 6.057M18.796 18.81A4.5 4.5 0 0 1 17.5 19H9A7 7 0 0 1 5.79 5.78M2 2l20 20',
)
export const List = icon('M3 5h.01M3 12h.01M3 19h.01M8 5h13M8 12h13M8 19h13')
export const LoaderCircle = icon('M21 12a9 9 0 1 1-6.219-8.56')
export const Lock = icon(
  'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM7 11V7a5 5 0 0 1 10 0v4',
)
export const Menu = icon('M4 5h16M4 12h16M4 19h16')
export const Plus = icon('M5 12h14M12 5v14')
export const Search = icon('M21 21l-4.34-4.34M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0')
export const Ticket = icon(
  'M2 9a3 3 0 0 1 0 6v2a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-2a3 3 0 0 1 0-6V7a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2ZM13 5v2M13 17v2M13 11v2',
)
/** A rising curve. */
export const TrendUp = icon('M3 20c8 0 14-5 18-15M15 5h6v6')
export const Timer = icon('M10 2h4M12 14l3-3M4 14a8 8 0 1 0 16 0 8 8 0 1 0-16 0')
export const TriangleAlert = icon(
  'M21.73 18l-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01',
)
export const User = icon('M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M8 7a4 4 0 1 0 8 0 4 4 0 1 0-8 0')
export const X = icon('M18 6L6 18M6 6l12 12')

const SPORTS: Readonly<Record<string, ReturnType<typeof icon>>> = {
  soccer: icon(
    'M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M12 8l3.8 2.8-1.5 4.4h-4.6l-1.5-4.4zM12 8V2M15.8 10.8l5.7-1.8M14.3 15.2l3.6 4.9M9.7 15.2l-3.6 4.9M8.2 10.8l-5.7-1.8',
  ),
  basketball: icon(
    'M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M12 2v20M2 12h20M5 5a10 10 0 0 1 0 14M19 5a10 10 0 0 0 0 14',
  ),
  tennis: icon('M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M4.5 5.4a9 9 0 0 1 0 13.2M19.5 5.4a9 9 0 0 0 0 13.2'),
}

export function SportIcon({ sport, ...props }: IconProps & { readonly sport: string }) {
  const Icon = SPORTS[sport.toLowerCase()]
  return Icon && <Icon {...props} />
}
