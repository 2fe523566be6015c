/* engine.c - the engine and the texts that come with it.
 *
 * Layer: interp. An engine is its allocator and a list of folders; the shipped and library texts are constant
 * tables of the program (embedded.h). Nothing here changes when rules are loaded, so that threads may share it. */
#include "engine.h"

#include <stdlib.h>

#include "embedded.h"

static void *resize_with_libc(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    (void)context;
    (void)old_bytes;
    if (new_bytes == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_bytes);
}

const struct mad_memory mad_memory_default = {.resize = resize_with_libc};

enum mad_status mad_engine_new(mad_engine **out)
{
    return mad_engine_new_with(NULL, out);
}

enum mad_status mad_engine_new_with(const struct mad_memory *memory, mad_engine **out)
{
    if (memory == NULL)
        memory = &mad_memory_default;
    if (out == NULL || memory->resize == NULL)
        return MAD_ERROR_MISUSE;
    struct mad_engine *engine = mad_memory_new(memory, sizeof *engine);
    if (engine == NULL)
        return MAD_ERROR_MEMORY;
    engine->memory = *memory;
    *out = engine;
    return MAD_OK;
}

void mad_engine_free(mad_engine *engine)
{
    if (engine == NULL)
        return;
    struct mad_memory memory = engine->memory;
    for (size_t i = 0; i < engine->folder_count; i++)
        mad_memory_free(&memory, engine->folders[i], strlen(engine->folders[i]) + 1);
    mad_memory_free(&memory, engine->folders, engine->folder_capacity * sizeof *engine->folders);
    mad_memory_free(&memory, engine, sizeof *engine);
}

enum mad_status mad_engine_add_folder(mad_engine *engine, const char *path)
{
    if (engine == NULL || path == NULL || path[0] == '\0')
        return MAD_ERROR_MISUSE;
    void *block = engine->folders;
    if (mad_memory_grow(&engine->memory, &block, &engine->folder_capacity, engine->folder_count + 1,
                        sizeof *engine->folders) != MAD_OK)
        return MAD_ERROR_MEMORY;
    engine->folders = block;
    char *copy = mad_memory_new(&engine->memory, strlen(path) + 1);
    if (copy == NULL)
        return MAD_ERROR_MEMORY;
    engine->folders[engine->folder_count++] = strcpy(copy, path);
    return MAD_OK;
}

const char *mad_engine_folder(const mad_engine *engine, size_t index)
{
    return index < engine->folder_count ? engine->folders[index] : NULL;
}

const struct mad_embedded *mad_embedded_find(const struct mad_embedded *array, const char *name)
{
    for (; array->name != NULL; array++)
        if (strcmp(array->name, name) == 0)
            return array;
    return NULL;
}

static const char *name_at(const struct mad_embedded *array, size_t index)
{
    for (; array->name != NULL && index > 0; index--)
        array++;
    return array->name;
}

static const char *text_of(const struct mad_embedded *array, const char *name)
{
    const struct mad_embedded *found = name == NULL ? NULL : mad_embedded_find(array, name);
    return found == NULL ? NULL : (const char *)found->text;
}

const char *mad_shipped_name(const mad_engine *engine, size_t index)
{
    (void)engine;
    return name_at(mad_embedded_rules, index);
}

const char *mad_shipped_text(const mad_engine *engine, const char *name)
{
    (void)engine;
    return text_of(mad_embedded_rules, name);
}

const char *mad_library_name(const mad_engine *engine, size_t index)
{
    (void)engine;
    return name_at(mad_embedded_library, index);
}

const char *mad_library_text(const mad_engine *engine, const char *name)
{
    (void)engine;
    return text_of(mad_embedded_library, name);
}
