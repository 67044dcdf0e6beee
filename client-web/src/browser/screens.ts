/**
 * The screens on which a table is laid out otherwise, as media queries. Style sheets write the same ones; they cannot
 * read them here.
 */

/** One part of a table at a time. */
export const PHONE = '(max-width: 760px)'

/** The parts of a board part company. */
export const FOLDED = '(min-width: 761px) and (max-width: 1199px)'
