/**
 * The screens on which a table is laid out otherwise, as media queries. Style sheets write the same ones; they cannot
 * read them here.
 */

/** One part of a table at a time: a phone, however it is held. */
export const PHONE = '(max-width: 760px) or ((max-width: 1199px) and (max-height: 480px))'

/** A phone on its side: what there is to do stands next to the board. */
export const LYING = '(min-width: 640px) and (max-width: 1199px) and (max-height: 480px)'

/** The parts of a board part company. */
export const FOLDED = '(min-width: 761px) and (max-width: 1199px) and (min-height: 481px)'

/** They part, and there is little height: what is explained stands next to the board. */
export const BESIDE = '(min-width: 960px) and (max-width: 1199px) and (min-height: 481px) and (max-height: 999px)'
