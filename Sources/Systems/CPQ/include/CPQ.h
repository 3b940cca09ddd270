// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <postgresql/libpq-fe.h>

/* The functions of libpq that Cabrank calls, by the names it calls them. The library is loaded when a store is opened, not
   with the program: it brings TLS and Kerberos along, and a run without a store needs none of them. */
#define PQ_FUNCTIONS(EACH) \
    EACH(connect, PQconnectdbParams) \
    EACH(finish, PQfinish) \
    EACH(status, PQstatus) \
    EACH(errorMessage, PQerrorMessage) \
    EACH(needsPassword, PQconnectionNeedsPassword) \
    EACH(usedPassword, PQconnectionUsedPassword) \
    EACH(host, PQhost) \
    EACH(port, PQport) \
    EACH(database, PQdb) \
    EACH(silence, PQsetNoticeProcessor) \
    EACH(execute, PQexec) \
    EACH(prepare, PQprepare) \
    EACH(executePrepared, PQexecPrepared) \
    EACH(clear, PQclear) \
    EACH(resultStatus, PQresultStatus) \
    EACH(resultField, PQresultErrorField) \
    EACH(rowCount, PQntuples) \
    EACH(columnCount, PQnfields) \
    EACH(isNull, PQgetisnull) \
    EACH(value, PQgetvalue) \
    EACH(length, PQgetlength) \
    EACH(affected, PQcmdTuples) \
    EACH(parse, PQconninfoParse) \
    EACH(freeOptions, PQconninfoFree) \
    EACH(freeMemory, PQfreemem)

#define PQ_FIELD(name, symbol) __typeof__(&symbol) name;
struct pq_functions {
    PQ_FUNCTIONS(PQ_FIELD)
};
#undef PQ_FIELD

/* The functions, loaded at the first call; NULL when there is no libpq. May be called from any thread. */
const struct pq_functions *cpq_functions(void);

/* Drops the server's notices, which would be printed. */
void cpq_drop_notice(void *unused, const char *message);
