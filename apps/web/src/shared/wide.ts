/**
 * At this width and above, each screen has the app's header and no bottom bar. A test compares the widths with app.css.
 */
export const HEADER_EVERYWHERE = '(min-width: 768px)'

/** At this width and above, the slip fits beside the content, and a row of the list has several markets. */
export const TWO_COLUMNS = '(min-width: 1024px)'

/** At this width and above, the sports fit as a third column. */
export const WIDE = '(min-width: 1100px)'
