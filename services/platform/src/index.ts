export * from './config.js';
export * from './logger.js';
export * from './process.js';
export * from './database/entities.js';
export * from './database/data-source.js';
export * from './database/migrate.js';
export * from './database/wait-for-schema.js';
export * from './read-models/clubhouse.schema.js';
