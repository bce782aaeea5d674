import { SetMetadata } from '@nestjs/common';

export const OPEN_TO_BOARDS = Symbol('open to boards');

/**
 * Opens a route to boards on a wall that come by a link, beside signed-in golfers. Its path names a course as `:id`: the guard
 * lets a board see its own alone.
 */
export const OpenToBoards = () => SetMetadata(OPEN_TO_BOARDS, true);
