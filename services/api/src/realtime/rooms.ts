/** Names of the rooms that hints go to. A golfer's sockets are in the first two from the start; the others are asked for. */
export const userRoom = (userId: string): string => `user:${userId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
export const matchRoom = (matchId: string): string => `match:${matchId}`;
export const courseRoom = (courseId: string): string => `course:${courseId}`;
