import { SetMetadata } from '@nestjs/common';

export const OPEN_TO_BOARDS = Symbol('open to boards');

/** Opens a route, beside golfers, to boards that come by a link. Its path names a course as `:id`, the board's own. */
export const OpenToBoards = () => SetMetadata(OPEN_TO_BOARDS, true);
